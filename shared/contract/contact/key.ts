/** Whether a text can be the key of a message. It travels in a header: other characters would make no request. */
export const isMessageKey = (text: string): boolean => /^[\w-]{8,64}$/.test(text);

/** The header that names a message, so that it can be sent again without being stored twice. */
export const keyHeader = 'idempotency-key';
