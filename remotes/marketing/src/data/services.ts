import type { SheetIconName } from '@site/shared';

/** The services, in the order of their house numbers. Each id is also the anchor of its section. */
export const serviceIds = ['hosting', 'web', 'email'] as const;

/** Names a service, and its texts in the catalogues. */
export type ServiceId = (typeof serviceIds)[number];

interface ServiceItem {
  /** Where its title and text are among the texts of the services. */
  readonly texts: string;
  readonly icon: SheetIconName;
}

/** What each service is made of. */
export const serviceItems = {
  hosting: [
    { texts: 'hosting.items.cost', icon: 'piggy-bank' },
    { texts: 'hosting.items.performance', icon: 'gauge' },
    { texts: 'hosting.items.code', icon: 'file-code-corner' },
    { texts: 'hosting.items.data', icon: 'database-backup' },
    { texts: 'hosting.items.maintenance', icon: 'wrench' },
  ],
  web: [
    { texts: 'web.items.features', icon: 'blocks' },
    { texts: 'web.items.api', icon: 'plug-zap' },
    { texts: 'web.items.ai', icon: 'sparkles' },
    { texts: 'web.items.website', icon: 'panels-top-left' },
    { texts: 'web.items.lake', icon: 'waves-horizontal' },
    { texts: 'web.items.coding', icon: 'code-xml' },
  ],
  email: [
    { texts: 'email.items.performance', icon: 'send' },
    { texts: 'email.items.visibility', icon: 'eye' },
    { texts: 'email.items.revenue', icon: 'trending-up' },
    { texts: 'email.items.audience', icon: 'users-round' },
    { texts: 'email.items.tailored', icon: 'scissors' },
  ],
} as const satisfies Readonly<Record<ServiceId, readonly ServiceItem[]>>;
