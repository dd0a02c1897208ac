import { AppError } from '@roost/contract/errors';
import * as endpoints from '@roost/contract/media';
import type { Route } from '../http/route.ts';
import { deleteUpload, describeUpload, keepUpload } from './uploads.ts';

export function mediaRoutes(route: Route): void {
  route(endpoints.uploadMedia, async (ctx, { body }, { files }) => {
    const [file] = files;
    if (!file) throw new AppError('bad_input', { message: 'Choose a file.' });
    return { data: await keepUpload(ctx, file, body.alt), message: 'Uploaded.' };
  });

  route(endpoints.describeMedia, async (ctx, { params, body }) => ({
    data: await describeUpload(ctx, params.mediaId, body.alt),
  }));

  route(endpoints.deleteMedia, async (ctx, { params }) => {
    await deleteUpload(ctx, params.mediaId);
    return { message: 'Upload deleted.' };
  });
}
