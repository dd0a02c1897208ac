import { describeMedia, type Media } from '@roost/contract/media';
import { call } from '../../../../lib/api/api.ts';
import { attachmentsOf, changeItem, itemOf } from '../attachments.ts';

/** Sets the alt text of a file, also on the server once the file is uploaded. Rejects if that fails. */
export async function describeFile(id: string, alt: string): Promise<void> {
  changeItem(id, (item) => ({ ...item, alt }));
  const state = itemOf(id)?.state;
  if (state?.step !== 'ready' || state.media.alt === alt) return;
  const media = await describe(state.media, alt);
  changeItem(id, (item) => ({ ...item, state: { step: 'ready', media } }));
}

export async function describe({ _id: mediaId }: Media, alt: string): Promise<Media> {
  const { data } = await call(
    describeMedia,
    { params: { mediaId }, body: { alt } },
    { quiet: true },
  );
  return data;
}

/** Saves all alt texts that the server does not have yet. */
export async function describeAll(draftKey: string): Promise<void> {
  for (const { id, alt } of attachmentsOf(draftKey).items) await describeFile(id, alt);
}
