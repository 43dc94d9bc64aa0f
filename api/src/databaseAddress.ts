/** A PostgreSQL address: what comes before its hosts, the hosts, and the rest. */
const addressParts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** One address for each host of an address that may have several, such as `postgresql://user@db-1,db-2:5433/site`. */
export function serverAddresses(address: string): readonly string[] {
  const [, start = '', hosts = '', end = ''] = addressParts.exec(address) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${end}`);
}

/** Where a database is, without the password, and without parameters, which may have one. */
export function databasePlace(address: string): { readonly user: string; readonly place: string } {
  const urls = serverAddresses(address).map((server) => new URL(server));
  const [first] = urls;
  return { user: first?.username ?? '', place: `${urls.map(({ host }) => host).join()}${first?.pathname}` };
}
