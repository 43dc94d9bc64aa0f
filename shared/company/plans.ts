/** The plans, smallest first, as every list of them shows them. */
export const planIds = ['starter', 'company', 'enterprise'] as const;

/** Names a plan, and its texts in the catalogues. */
export type PlanId = (typeof planIds)[number];

interface Plan {
  /** In the currency of the visitor's language. */
  readonly monthlyPrice: number;
  /** How many months of updates are free. */
  readonly updateMonths: number;
}

/** What each plan costs and includes. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  starter: { monthlyPrice: 29, updateMonths: 6 },
  company: { monthlyPrice: 99, updateMonths: 12 },
  enterprise: { monthlyPrice: 499, updateMonths: 24 },
};

/** The plan that is recommended: raised, with a badge. */
export const featuredPlan: PlanId = 'company';

/** ISO 4217 codes of the currencies whose symbols the catalogues show. */
export const currencyCodes: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR' };
