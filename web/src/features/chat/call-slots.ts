import type { CallMedia } from '@roost/contract/calls';
import { createContext, type ReactNode } from 'react';
import type { Participant } from './conversations/other-participant.ts';

/** The parts of a chat that the calls feature renders. The app shell provides them, because chat cannot import calls. */
export interface CallSlots {
  /** Call buttons at the end of the chat's header. Rendered only if the viewer may call the person. */
  buttons: (person: Participant) => ReactNode;
  /** A button beside the row of an unanswered call. `isOwn`: the viewer placed that call. */
  callBack: (person: Participant, media: CallMedia, isOwn: boolean) => ReactNode;
}

export const CallSlotsContext = createContext<CallSlots | undefined>(undefined);
