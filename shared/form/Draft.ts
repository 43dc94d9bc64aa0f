import { type FormFields, type FormValues, namesOf, ticked } from '@site/shared/contract/form/fields.ts';
import { newKey, readForm } from '@site/shared/contract/form/form.ts';

/** A form that was sent, and its key. */
interface Attempt {
  readonly words: string;
  readonly key: string;
}

/** What a form remembers. */
interface Kept {
  readonly draft?: FormValues;
  readonly attempt?: Attempt;
}

/** How often the history entry may change, and within how many milliseconds: Safari allows 100 changes in 10 seconds. */
const mostChanges = 80;
const changesWithin = 10_000;

const drafts = new Map<string, Draft>();

/**
 * What a visitor has begun to write. It is in this module's memory, for all entries of this document, and in the history entry of
 * the form, which survives reloads, crashes and navigation, but not the tab. Never in storage: every page of the site could
 * read it there.
 */
export class Draft {
  readonly #name: string;
  readonly #fields: FormFields;
  #kept: Kept | undefined;
  /** How often the history entry was changed since the timer began. */
  #changes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(name: string, fields: FormFields) {
    this.#name = name;
    this.#fields = fields;
  }

  /** The draft of a form. */
  static of(name: string, fields: FormFields): Draft {
    const draft = drafts.get(name) ?? new Draft(name, fields);
    drafts.set(name, draft);
    return draft;
  }

  /**
   * Saves what is in the form. When the history entry has changed too often, it follows a little later.
   *
   * @param suggested values that the page suggests: left as they are, they are the page's and not the visitor's
   */
  save(form: HTMLFormElement, suggested: Partial<FormValues>): void {
    const words = readForm(this.#fields, new FormData(form));
    const own = Object.entries(words).map(([field, value]) => [field, value === suggested[field] ? '' : value]);
    this.#kept = { ...this.#read(), draft: Object.fromEntries(own) };
    this.#timer ??= setTimeout(() => {
      this.#endTimer();
      this.#writeWith(form);
    }, changesWithin);
    if (this.#changes < mostChanges) this.#writeWith(form);
    this.#changes += 1;
  }

  /** Restores the draft, but only into fields that still have their initial value: newer text from the visitor takes priority. */
  restore(form: HTMLFormElement): void {
    const { draft = {} } = this.#read();
    for (const field of namesOf(this.#fields)) {
      const control = controlOf(form, field);
      const kept = draft[field];
      if (kept && control.value === (control.defaultValue ?? '')) fillIn(control, kept);
    }
  }

  /**
   * The key of values. The same words keep their key even after a reload, so that they are stored once, whether or not the
   * first try arrived.
   */
  keyOf(form: HTMLFormElement, values: FormValues): string {
    const { attempt } = this.#read();
    return attempt?.words === JSON.stringify(values) ? attempt.key : this.rememberKey(form, values, newKey());
  }

  /** Remembers the key of sent values. */
  rememberKey(form: HTMLFormElement, values: FormValues, key: string): string {
    this.#kept = { ...this.#read(), attempt: { words: JSON.stringify(values), key } };
    this.#writeWith(form);
    return key;
  }

  /** Drops draft and key: the form has arrived. */
  forget(): void {
    this.#endTimer();
    this.#kept = {};
    this.#write();
  }

  #endTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changes = 0;
  }

  /** What is remembered: of this document, or of the one that the history entry had before. */
  #read(): Kept {
    this.#kept ??= ((window.history.state as Record<string, unknown> | null)?.[this.#name] as Kept | undefined) ?? {};
    return this.#kept;
  }

  /** Saves the draft in the history entry now, if that is still the form's: an address changes before its page. */
  #writeWith(form: HTMLFormElement): void {
    if (form.isConnected && new URL(form.action).pathname === window.location.pathname) this.#write();
  }

  /** Where the browser refuses it, the form works without it. */
  #write(): void {
    try {
      window.history.replaceState({ ...window.history.state, [this.#name]: this.#kept }, '');
    } catch {
      // The draft is still in memory.
    }
  }
}

/** Selects have no `defaultValue`: theirs is empty. Only boxes use `checked`. */
type Control = (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) & {
  readonly defaultValue?: string;
  checked?: boolean;
};

/** Gives a control a field's value. */
export function fillIn(control: Control, value: string): void {
  if (control.type === 'checkbox') control.checked = value === ticked;
  else control.value = value;
}

/** The form's control with a name. */
export const controlOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as Control;
