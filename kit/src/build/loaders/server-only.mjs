/**
 * Rspack loader: leaves a browser nothing of a module that only the server needs, nor of what that imports.
 * Its default export is undefined there.
 */
export default function serverOnly() {
  return 'export default undefined;\n';
}
