/** Query parameter of the address that shows the confirmation after a plain form post. */
export const sentQuery = 'sent';

/** Where on the page the confirmation is: without scripts the browser goes there. */
export const confirmationId = 'contact-sent';
