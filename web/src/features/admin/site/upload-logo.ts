import { uploadMedia } from '@roost/contract/media';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { upload } from '../../../lib/api/upload.ts';
import { preparePicture } from '../../media/upload/prepare-picture.ts';
import { UnusableFileError } from '../../media/upload/unusable-file-error.ts';
import { limitsQuery } from '../../users/limits.query.ts';
import { siteDrafts } from './site-drafts.ts';

function atLogo({ message }: UnusableFileError): ApiError {
  return new ApiError(message, { code: 'bad_input', errors: [{ path: 'logo', message }] });
}

/** Uploads the chosen logo and returns its id. A second try reuses the first upload. Undefined without a new logo. */
export async function uploadLogo(client: QueryClient): Promise<string | undefined> {
  const { logo } = siteDrafts.get();
  if (!logo || logo.value === null || typeof logo.value === 'string') return undefined;
  const { file, mediaId } = logo.value;
  if (mediaId !== undefined) return mediaId;
  const limits = await client.fetchQuery(limitsQuery);
  const picture = await preparePicture(file, limits[limits.tier].imageBytes).catch(
    (error: unknown) => {
      throw error instanceof UnusableFileError ? atLogo(error) : error;
    },
  );
  const { data } = await upload(uploadMedia, { body: {} }, { file: picture }, { quiet: true });
  siteDrafts.set({
    ...siteDrafts.get(),
    logo: { ...logo, value: { ...logo.value, mediaId: data._id } },
  });
  return data._id;
}
