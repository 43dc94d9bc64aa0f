import { InvalidArgumentError } from '@commander-js/extra-typings';

/** The addresses of APIs by their names. */
type Addresses = Readonly<Record<string, string>>;

/** Reads `events=https://api.example.com/public/`; the option may be repeated. */
export function recordedAddress(text: string, others: Addresses = {}): Addresses {
  const [, api = '', address = ''] = /^([a-z][a-z0-9-]*)=(https?:\/\/[^?#@\s]*\/)$/.exec(text) ?? [];
  if (!URL.canParse(address))
    throw new InvalidArgumentError(
      'It must be the name of an API and its address, which ends with a slash: events=https://api.example.com/public/.',
    );
  return { ...others, [api]: address };
}
