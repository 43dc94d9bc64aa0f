/** An id that may serve as a link. Many ids are numbers or names, which would pass for relative addresses. */
export function idAsLink(id: string | undefined): string | undefined {
  return id && /^https?:/i.test(id) ? id : undefined;
}
