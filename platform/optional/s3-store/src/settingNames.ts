/** The settings of buckets, which the AWS SDK reads itself; `.env.example` explains them. */
export const bucketNames = {
  names: ['AWS_ACCESS_KEY_ID', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_SECRET_ACCESS_KEY'],
  secrets: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
} as const;
