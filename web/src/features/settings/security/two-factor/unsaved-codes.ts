import { warnOfUnsaved } from '../../../../lib/page/warn-of-unsaved.ts';
import { personalStore } from '../../../../lib/store.ts';

/** New recovery codes until the person says that they have saved them. The server shows codes only once, so no other act hides them. */
export const unsavedCodes = personalStore<{ codes?: string[] }>({});

warnOfUnsaved(unsavedCodes);
