/**
 * The brand: change it here and nowhere else. The drawn wordmark is `shared/ui/Logo`.
 * Names and addresses are samples, to be replaced before publication.
 */
export const brand = {
  /** The product's name, as in page titles. */
  product: 'Lucarne',
  email: 'hello@lucarne.example',
  copyrightYear: 2024,
  careersUrl: 'https://www.linkedin.com/company/lucarne-example/jobs/',
  social: {
    linkedin: 'https://www.linkedin.com/company/lucarne-example',
    github: 'https://github.com/lucarne-example',
  },
} as const;
