import type { JsonLdNode } from '@site/shared';

/** Things that may refer to each other, as one JSON-LD document. */
export const jsonLd = (graph: readonly JsonLdNode[]) => ({ '@context': 'https://schema.org', '@graph': graph });
