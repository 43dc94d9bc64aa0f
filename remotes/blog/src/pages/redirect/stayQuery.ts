/** Query parameter of the address that shows an article's page and leads nowhere: for visitors without JavaScript. */
export const stayQuery = 'stay';
