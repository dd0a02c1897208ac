import { AppError } from '@roost/contract/errors';
import type { Context, MemberContext } from '../kernel/context.ts';
import { deleteFiles } from './delete-files.ts';
import { attachSitePicture, deleteSitePicture } from './media.queries.ts';
import { changeUsage } from './quota/usage.queries.ts';

/** Makes one of the viewer's unattached pictures the logo of the site, which everybody may see. Throws bad_input without such a picture. */
export async function attachLogo(tx: MemberContext, id: string): Promise<void> {
  const { id: ownerId } = tx.viewer;
  if (!(await attachSitePicture(tx, ownerId, id))) {
    const message = 'Upload a picture for the logo first.';
    throw new AppError('bad_input', { message, fields: [{ path: 'logo', message }] });
  }
  await changeUsage(tx, ownerId, { unattached: -1 });
}

/** Deletes a former logo. A job deletes its files. */
export async function deleteLogo(tx: Context, id: string): Promise<void> {
  await deleteFiles(tx, await deleteSitePicture(tx, id));
}
