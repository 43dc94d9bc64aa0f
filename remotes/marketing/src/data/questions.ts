/** The frequent questions, in the order in which they are shown. Their texts are in the catalogues, by id. */
export const questionIds = ['multilingual', 'tailored', 'deliverability', 'programming'] as const;
