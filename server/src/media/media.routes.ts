import { AppError } from '@roost/contract/errors';
import * as endpoints from '@roost/contract/media';
import type { Route } from '../platform/http/route.ts';
import { readStorage } from './quota/read-storage.ts';
import { deleteUpload, describeUpload, keepUploads } from './uploads/keep-uploads.ts';

export function mediaRoutes(route: Route): void {
  route(endpoints.uploadMedia, async (ctx, { body }, { files }) => {
    const [file] = files;
    if (!file) throw new AppError('bad_input', { message: 'Choose a file.' });
    const [data] = await keepUploads(ctx, [file], body.alt);
    if (!data) throw new AppError('not_found');
    return { data, message: 'Uploaded.' };
  });

  route(endpoints.getStorage, async (ctx) => ({ data: await readStorage(ctx) }));

  route(endpoints.describeMedia, async (ctx, { params, body }) => ({
    data: await describeUpload(ctx, params.mediaId, body.alt),
  }));

  route(endpoints.deleteMedia, async (ctx, { params }) => {
    await deleteUpload(ctx, params.mediaId);
    return { message: 'Upload deleted.' };
  });
}
