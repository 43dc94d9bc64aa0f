/** JSON that is safe inside a `<script>`: no `<` can end or open anything. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
