/** The origins whose maps and videos may be framed, when the visitor asks for them. */
export const embedOrigins = ['https://www.youtube-nocookie.com', 'https://www.openstreetmap.org'] as const;
