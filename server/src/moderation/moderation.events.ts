import { defineEvent } from '../kernel/events.ts';

/** A case of the moderators is new or changed. */
export const caseChanged = defineEvent<{ caseId: string }>('caseChanged');
