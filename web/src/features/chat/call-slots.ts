import type { CallMedia } from '@roost/contract/calls';
import { createContext, type ReactNode } from 'react';
import type { Participant } from './conversations/other-participant.ts';

/** What calls put into a chat; filled by whoever puts the two together. */
export interface CallSlots {
  /** At the end of the header, where the other one may be called. */
  buttons: (person: Participant) => ReactNode;
  /** Beside the line of a call in which nobody talked; `isOwn`: the viewer had placed it. */
  callBack: (person: Participant, media: CallMedia, isOwn: boolean) => ReactNode;
}

export const CallSlotsContext = createContext<CallSlots | undefined>(undefined);
