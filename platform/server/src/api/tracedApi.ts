import type { CallApi } from '@site/renderer/apiCalls.ts';
import { apiCalls } from '@site/shared/contract/api.ts';

const prefix = '/api/v1/';

const templates = Object.values(apiCalls).map(({ method, path }) => ({
  method,
  template: prefix + path,
  pattern: new RegExp(`^${prefix}${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Makes each call a span of the work that it is made for. Its name is the call's pattern: a path contains what a visitor typed. */
export const tracedCall =
  (call: CallApi): CallApi =>
  async (request, visitor) => {
    const { method, path } = request;
    const [asked = ''] = path.split('?');
    const known = templates.find((one) => one.method === method && one.pattern.test(asked));
    const facts = { 'http.request.method': method, 'url.template': known?.template };
    const span = visitor.span?.begin(`${method} ${known?.template ?? `${prefix}*`}`, facts, 'client');
    const response = await call(request, span ? { ...visitor, span } : visitor);
    span?.end(response.status === 0 ? { 'error.type': 'no-answer' } : statusFacts(response.status));
    return response;
  };

const statusFacts = (status: number) => ({
  'http.response.status_code': status,
  ...(status >= 500 && { 'error.type': String(status) }),
});
