import * as words from '#words/calls';
import type { CallMedia } from '@roost/contract/calls';
import { Phone, PhoneOff, Video } from 'lucide-react';
import type { Person } from '../call-machine.ts';
import { dispatchCall } from '../call-store.ts';
import { askToNotify } from './notification.ts';
import { RingButton } from './ring-button.tsx';
import { RingDialog } from './ring-dialog.tsx';

/** The dialog of an incoming call. No device opens before the answer. */
export function IncomingDialog({ from, media }: { from: Person; media: CallMedia }) {
  const answer = (with_: CallMedia) => dispatchCall({ name: 'answer', media: with_ });
  const isVideo = media === 'video';
  return (
    <RingDialog person={from} words={isVideo ? words.incomingVideoCall : words.incomingVoiceCall}>
      <RingButton
        label={words.decline}
        look="end"
        icon={<PhoneOff size={24} />}
        onClick={() => {
          askToNotify();
          dispatchCall({ name: 'reject' });
        }}
      />
      <RingButton
        label={words.acceptAudioOnly}
        look={isVideo ? 'plain' : 'accept'}
        icon={<Phone size={24} />}
        onClick={() => answer('audio')}
      />
      <RingButton
        label={words.acceptWithVideo}
        look={isVideo ? 'accept' : 'plain'}
        icon={<Video size={24} />}
        onClick={() => answer('video')}
      />
    </RingDialog>
  );
}
