/** The company page shows nothing between the shell's navigation and footer. */
export function CompanyPage() {
  return null;
}
