import {
  Blocks,
  CodeXml,
  DatabaseBackup,
  Eye,
  FileCode2,
  Gauge,
  type LucideIcon,
  PanelsTopLeft,
  PiggyBank,
  PlugZap,
  Scissors,
  Send,
  Sparkles,
  TrendingUp,
  UsersRound,
  Waves,
  Wrench,
} from 'lucide-react';

/** The services, in the order of their house numbers. Each id is also the anchor of its section. */
export const serviceIds = ['hosting', 'web', 'email'] as const;

/** Names a service, and its texts in the catalogues. */
export type ServiceId = (typeof serviceIds)[number];

interface ServiceItem {
  /** Where its title and text are among the texts of the services. */
  readonly texts: string;
  readonly icon: LucideIcon;
}

/** What each service is made of. */
export const serviceItems = {
  hosting: [
    { texts: 'hosting.items.cost', icon: PiggyBank },
    { texts: 'hosting.items.performance', icon: Gauge },
    { texts: 'hosting.items.code', icon: FileCode2 },
    { texts: 'hosting.items.data', icon: DatabaseBackup },
    { texts: 'hosting.items.maintenance', icon: Wrench },
  ],
  web: [
    { texts: 'web.items.features', icon: Blocks },
    { texts: 'web.items.api', icon: PlugZap },
    { texts: 'web.items.ai', icon: Sparkles },
    { texts: 'web.items.website', icon: PanelsTopLeft },
    { texts: 'web.items.lake', icon: Waves },
    { texts: 'web.items.coding', icon: CodeXml },
  ],
  email: [
    { texts: 'email.items.performance', icon: Send },
    { texts: 'email.items.visibility', icon: Eye },
    { texts: 'email.items.revenue', icon: TrendingUp },
    { texts: 'email.items.audience', icon: UsersRound },
    { texts: 'email.items.tailored', icon: Scissors },
  ],
} as const satisfies Readonly<Record<ServiceId, readonly ServiceItem[]>>;
