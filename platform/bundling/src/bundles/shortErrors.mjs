/**
 * Replaces the federation runtime's descriptions of its errors, and the addresses of their documentation. Reports of visitors'
 * browsers still have the code, which https://module-federation.io/guide/troubleshooting/ explains.
 */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};

/**
 * @param {string} code
 * @param {unknown} _descriptions
 * @param {unknown} [args]
 * @param {string} [original]
 */
export const getShortErrorMsg = (code, _descriptions, args = '', original = '') =>
  `Module Federation: #${code} ${JSON.stringify(args)} ${original}`;
