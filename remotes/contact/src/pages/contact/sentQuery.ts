/** Query parameter of the address that shows the confirmation after a plain form post. */
export const sentQuery = 'sent';
