import type { Span, Tracing } from '@site/node/spans.ts';
import type { OutboxRow } from '../database/schema.ts';
import { limits } from '../limits.ts';

/**
 * The traces that mails belong to: those of the requests that have stored their messages. Only this process knows them: a mail
 * that another one sends begins a trace of its own, so the database says nothing about traces.
 */
export class MailSpans {
  readonly #tracing: Pick<Tracing, 'current' | 'begin'>;
  readonly #origins = new Map<string, Span>();

  constructor(tracing: Pick<Tracing, 'current' | 'begin'>) {
    this.#tracing = tracing;
  }

  /** Remembers which request has stored a message. */
  stored(messageId: string): void {
    const { current } = this.#tracing;
    if (!current) return;
    this.#origins.set(messageId, current);
    const [oldest] = this.#origins.keys();
    if (this.#origins.size > limits.outbox.tracedMessages && oldest !== undefined) this.#origins.delete(oldest);
  }

  /** Begins a try to send a mail. */
  begin({ message_id, kind, attempts }: OutboxRow): Span {
    const origin = this.#origins.get(message_id) ?? this.#tracing;
    return origin.begin('send mail', { 'site.mail.kind': kind, 'site.mail.attempt': attempts }, 'client');
  }
}
