import { CallBack, CallButtons } from '../features/calls/call-buttons.tsx';
import type { CallSlots } from '../features/chat/call-slots.ts';

/** The call controls in every chat. */
export const callSlots: CallSlots = {
  buttons: (person) => <CallButtons person={person} />,
  callBack: (person, media, isOwn) => <CallBack person={person} media={media} isOwn={isOwn} />,
};
