import { expect } from '@playwright/test';

/** Expects the security headers of every response. */
export function expectSecurityHeaders(headers: Headers, what: string, usedBy = 'same-origin'): void {
  expect(headers.get('content-security-policy'), what).toMatch(/^default-src 'none'; base-uri 'none'; /);
  expect(headers.get('content-security-policy'), what).not.toMatch(/unsafe|\*|https?:(?!\/\/)/);
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('referrer-policy'), what).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-opener-policy'), what).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy'), what).toBe(usedBy);
  expect(headers.get('permissions-policy'), what).toContain('camera=()');
}
