import { type Language, languages } from '../i18n/languages.ts';
import type { SearchParameters } from '../routes/table.ts';
import type { EventFields } from './event.ts';
import type { FormFields } from './form/fields.ts';
import type { FragmentParameters } from './fragment.ts';

/**
 * The protocol between the site server and a shell's renderer process: the messages that they exchange. Builds write it into
 * the shell's manifest. Raise it when an earlier server would misunderstand a new renderer, or the reverse: first in
 * `spokenProtocols`, and here one version of the site later, so that servers and shells of neighbouring versions always
 * understand each other (docs/decisions/releases.md).
 */
export const rendererProtocol = 3;

/** The protocols that the site server speaks: its own shell's, the previous version's and the next one's. */
export const spokenProtocols: readonly number[] = [rendererProtocol];

/** The file of a release that describes it. */
export const manifestFile = 'release.json';

/**
 * The shell's renderer for an isolate, relative to the release's folder. Without isolates, the file that the manifest names
 * is used.
 */
export const isolateFile = 'server/isolate.cjs';

/** The shell's module with what only pages with fragments need. Shells before version 1.3.0 have none. */
export const fragmentScripts = './fragments';

/** A file of a release, which must arrive byte for byte. */
export interface ReleaseFile {
  /** Subresource integrity value, such as `sha256-…`. */
  readonly integrity: string;
  /** Size in bytes. */
  readonly size: number;
}

/** The files that a browser needs to show one exposed module, relative to the release's `web/` folder. */
export interface ModuleFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** The fonts that its style sheets name, for English texts. Absent in early releases. */
  readonly fonts?: readonly string[];
  /**
   * The pictures that it may show before it loads more: of photographs the widest variant in the smallest format. Absent in
   * early releases.
   */
  readonly pictures?: readonly string[];
}

/** Who vouches for a manifest or a pointer: the signature covers everything else in it. */
export interface Signature {
  /** The public key: 32 bytes, base64url. */
  readonly key: string;
  /** ed25519, base64url. */
  readonly value: string;
}

/** The signature of a pointer or a route policy also states its site, its place in the sequence and its expiry. */
export interface RecordSignature extends Signature {
  /** The app of a pointer. */
  readonly app?: string;
  /** The origin of its site. A signature without one is refused. */
  readonly site?: string;
  /** Higher than in everything that it replaces. */
  readonly serial: number;
  /** When servers stop accepting it, ISO 8601. */
  readonly expires: string;
}

/** `release.json`: what a built app consists of and what it was built against. */
export interface ReleaseManifest {
  readonly name: string;
  /** Fingerprint of the sources that the release was built from. */
  readonly version: string;
  /** The contract that the sources were written for. */
  readonly contract: number;
  /** All contracts that a shell supports, if there is more than one. */
  readonly contracts?: readonly number[];
  /** The `rendererProtocol` that a shell speaks. */
  readonly protocol?: number;
  /**
   * For a remote, the singletons that it takes from the shell and their version ranges; for a shell, the versions that it
   * provides.
   */
  readonly singletons: Readonly<Record<string, string>>;
  /**
   * For a shell, the exports of each singleton that it provides; for a remote, those that it uses, `*` for any. Absent in
   * early releases.
   */
  readonly exports?: Readonly<Record<string, readonly string[]>>;
  /**
   * Of components of `@site/shared`: for a shell, the properties that each has; for a remote, those that it gives them. Absent
   * in early releases.
   */
  readonly properties?: Readonly<Record<string, readonly string[]>>;
  /** Where the browser files are: a path of the site or an absolute address; ends with a slash. */
  readonly publicPath: string;
  /** First browser file: a remote's container, or the shell's entry. */
  readonly entry: string;
  /** The rendering process's file, relative to the release's folder. */
  readonly server: string;
  /** Files of each exposed module; the shell's own first view is under `.`, the style sheet of the page at `/` under `./root`, the fonts under `./fonts`. */
  readonly modules: Readonly<Record<string, ModuleFiles>>;
  /** The pages that a remote proposes. */
  readonly pages?: readonly DeclaredPage[];
  /** The parts that it offers to the pages of all teams, by name. Servers before version 1.3.0 don't show them. */
  readonly fragments?: Readonly<Record<string, DeclaredFragment>>;
  /** The events that it emits, by name. */
  readonly emits?: Readonly<Record<string, EventFields>>;
  /** The fragments that its sources show, with the values that they give. Absent in early releases, as is `listens`. */
  readonly uses?: Readonly<Record<string, readonly string[]>>;
  /** The events that its sources listen to. */
  readonly listens?: readonly string[];
  /** The calls of the site's API that its sources make, by the names of `ApiClient`. Absent in early releases, which may make any. */
  readonly calls?: readonly string[];
  /** The APIs of its own that a remote reads from, by name. */
  readonly apis?: Readonly<Record<string, DeclaredApi>>;
  /**
   * The packages that a remote imports, with the versions that it was built with; none that the shell provides. Absent in early
   * releases.
   */
  readonly packages?: Readonly<Record<string, string>>;
  /** The forms that a remote's pages have, by name. */
  readonly forms?: Readonly<Record<string, DeclaredForm>>;
  /** Every file of the release, relative to its folder. */
  readonly files: Readonly<Record<string, ReleaseFile>>;
  /** In the store, the signature of its team's key; builds have none. */
  readonly signature?: Signature;
}

/** Where in the navigation a page may ask for a place. */
export type NavigationPlace = 'menu' | 'footer';

/** What other pages call a page, in one language. They may have the site's variables, such as `{{product}}`. */
export interface PageWords {
  readonly title: string;
  readonly description?: string;
  /** What the menu and the footer call it. */
  readonly link?: string;
  /** What the footer calls it, if that is something else. */
  readonly footerLink?: string;
}

/** An API that a remote reads from. The policy says its address. */
export interface DeclaredApi {
  /** What it is, for the shell's owner, who decides. */
  readonly description: string;
}

/**
 * Where the addresses of a page with parameters are listed, for the sitemap: an API of the remote's own that answers
 * `[{ "params": { "slug": "fair" }, "languages": ["en"], "lastModified": "2026-11-26" }]`, the last two optional. A page with a `feed`
 * also has `title` and `summary` there, as text or by language.
 */
export interface DeclaredEntries {
  readonly api: string;
  /** Below the API's address. */
  readonly path: string;
}

/** A part that a remote offers to the pages of all teams. */
export interface DeclaredFragment {
  /** The exposed module. */
  readonly module: string;
  /** The values that it takes; absent for none. */
  readonly props?: FragmentParameters;
}

/** A form of a remote. The site's server checks what visitors send, and gives it to the remote's own API. */
export interface DeclaredForm {
  /** Where it is sent with `POST`: the API's name, then the path below the address that the policy grants, such as `events/signups`. */
  readonly to: string;
  readonly fields: FormFields;
}

/** The form that is the site's own: its messages go to the site's API, not to a remote's. */
export const contactForm = 'contact';

/** A page that a remote proposes. */
export interface DeclaredPage {
  /** What links call it. */
  readonly name: string;
  /** The exposed module. */
  readonly module: string;
  /** Path below the language prefix in each language; `:name` is a parameter. */
  readonly paths: Readonly<Record<Language, string>>;
  /**
   * The languages that the page exists in; absent for all, also those that the site adds later. The page's other paths and
   * words are then placeholders for servers that don't know this.
   */
  readonly languages?: readonly Language[];
  /** Paths that the page had before, in some languages: they lead to the present one, which has the same parameters. */
  readonly was?: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Query parameters that the page reads, with their possible values. */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** Query parameters that the page reads with any value. Servers that don't know this show the page without. */
  readonly freeQuery?: SearchParameters;
  /**
   * Query parameters in which the page takes what visitors type, such as `{ q: { max: 100 } }`. Servers that don't know this show the
   * page without.
   */
  readonly search?: SearchParameters;
  /** The form that the page has: one of the remote's, or `contact`, the site's own. */
  readonly form?: string;
  /** The end of the page; default: `invitation`. */
  readonly closing?: 'invitation' | 'strip';
  readonly places?: readonly NavigationPlace[];
  /** The page of the same remote whose social card it has; absent for the card of the whole site. */
  readonly card?: string;
  /** Whether the sitemap names it; default: true, unless its path has a parameter. */
  readonly isListed?: boolean;
  /** Which addresses of a page with parameters the sitemap names; absent for none. */
  readonly entries?: DeclaredEntries;
  /**
   * Whether it leads visitors on to another site: then its `head` may name that in `canonical` and `refresh`. Of other pages
   * servers leave this out.
   */
  readonly isRedirect?: true;
  /** Whether the site makes an Atom feed of the entries, at `atom.xml` below what comes before the first parameter. */
  readonly feed?: true;
  readonly words: Readonly<Record<Language, PageWords>>;
}

/** The languages of the site that a page is proposed in. None when the site lacks all of the page's languages. */
export const proposedLanguages = ({ languages: some }: Pick<DeclaredPage, 'languages'>): readonly Language[] =>
  some ? languages.filter((language) => some.includes(language)) : languages;

/** One version in a pointer. */
export interface PointerEntry {
  readonly version: string;
  /** When it went live, ISO 8601. */
  readonly since: string;
  /** Set when it was rolled back. A later rollback skips it. */
  readonly isGivenUp?: true;
}

/** A version under rollout: a share of the visitors gets it already. Servers that don't know rollouts show it to nobody. */
export interface PointerCandidate {
  readonly version: string;
  /** Percentage of visitors who get it: 1 to 99. */
  readonly share: number;
  /** Since when this share gets it, ISO 8601. */
  readonly since: string;
  /** Decides which visitors get it. A visitor keeps the version for as long as the salt stays the same. */
  readonly salt: string;
}

/** `current.json` of an app: which version is live. The only file of an app in the store that changes. */
export interface Pointer extends PointerEntry {
  /** The version that is going live; absent when none is. */
  readonly candidate?: PointerCandidate;
  /** Earlier live versions, latest first; those that were rolled back come last. */
  readonly previous: readonly PointerEntry[];
  /** Absent where pointers aren't signed. */
  readonly signature?: RecordSignature;
}

/** What a version was built from, as far as known. */
export interface Provenance {
  /** The commit. */
  readonly commit?: string | undefined;
  /** Address of the repository. */
  readonly repository?: string | undefined;
  /** Who wrote the commit. */
  readonly author?: string | undefined;
}

/** `publication.json` of a version: how it came into the store. */
export interface Publication extends Provenance {
  /** When, ISO 8601. */
  readonly at: string;
}

/** Why a server can't use a version. */
export interface Fault {
  readonly app: string;
  readonly version: string;
  /** The exposed module that fails; absent when it is the whole version. */
  readonly module?: string;
  readonly code: string;
  readonly message: string;
  /** When it was last seen, ISO 8601. */
  readonly at: string;
}

/** Where a tab whose files are gone finds the live releases. */
export const liveReleasesPath = '/live.json';

/** Where other shells and tools find the versions and their files. */
export const frontendDiscoveryPath = '/frontend-discovery.json';

/** The live release of each remote. */
export type LiveReleases = Readonly<Record<string, string>>;
