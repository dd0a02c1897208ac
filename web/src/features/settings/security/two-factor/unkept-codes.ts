import { warnOfUnsaved } from '../../../../lib/page/warn-of-unsaved.ts';
import { personalStore } from '../../../../lib/store.ts';

/** New recovery codes until the person says that they have kept them. The server shows codes only once, so no other act hides them. */
export const unkeptCodes = personalStore<{ codes?: string[] }>({});

warnOfUnsaved(unkeptCodes);
