import type { S3Client } from '@aws-sdk/client-s3';
import { statusFailure, storeFailure } from '@site/releases/store/storeFailure.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * A client for the storage that the standard AWS_* variables name. The library is loaded here, because most sites have their
 * releases in a folder.
 */
export async function newS3Client(): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const isElsewhere = Boolean(AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL);
  // Storage other than Amazon’s accepts any region.
  const region = AWS_REGION || AWS_DEFAULT_REGION || (isElsewhere ? 'us-east-1' : undefined);
  return new S3Client({
    ...(region && { region }),
    // Storage other than Amazon’s rarely has a host name for each bucket.
    forcePathStyle: isElsewhere,
    // Content is checked against the manifest anyway, and other storage doesn't know Amazon’s newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** The response's status in an error of the client; 0 when there was no response. */
export function statusOf(error: unknown): number {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? 0;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Whether a response says that the bucket is missing, not the object. */
export const isBucketMissing = (error: unknown): boolean => nameOf(error) === 'NoSuchBucket';

/** The error for an object that could not be read or written, from what the client threw. */
export function s3Failure(url: string, error: unknown): OperatorError {
  const status = statusOf(error);
  if (isBucketMissing(error))
    return new OperatorError(
      'RELEASE-STORE',
      `The bucket of ${url} doesn’t exist. Create the bucket, or correct RELEASES.`,
      error,
    );
  if (nameOf(error) === 'CredentialsProviderError')
    return new OperatorError(
      'RELEASE-STORE-FORBIDDEN',
      `${url} can’t be requested without credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.`,
      error,
    );
  if (status === 401 || status === 403)
    return new OperatorError(
      'RELEASE-STORE-FORBIDDEN',
      `${url} was refused with status ${status}: the credentials lack a right. docs/releases.md lists those that are needed.`,
      error,
    );
  return status === 0 ? storeFailure(url, error) : statusFailure(url, status, error);
}
