/** What a field of an event is. */
export type EventFieldKind = 'text' | 'number' | 'boolean';

/** What an event tells: the names of its fields, and what they are. */
export type EventFields = Readonly<Record<string, EventFieldKind>>;

interface KindTypes {
  readonly text: string;
  readonly number: number;
  readonly boolean: boolean;
}

/** The detail of an event with these fields. */
export type EventDetail<Fields extends EventFields> = { readonly [Field in keyof Fields]: KindTypes[Fields[Field]] };
