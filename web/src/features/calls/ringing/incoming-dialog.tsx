import type { CallMedia } from '@roost/contract/calls';
import { Phone, PhoneOff, Video } from 'lucide-react';
import type { Person } from '../call-machine.ts';
import { dispatchCall } from '../call-store.ts';
import { askToNotify } from './notification.ts';
import { RingButton } from './ring-button.tsx';
import { RingDialog } from './ring-dialog.tsx';

const icon = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Somebody calls. Nothing of this side’s devices is touched before it is answered. */
export function IncomingDialog({ from, media }: { from: Person; media: CallMedia }) {
  const answer = (with_: CallMedia) => dispatchCall({ name: 'answer', media: with_ });
  const isVideo = media === 'video';
  return (
    <RingDialog person={from} words={isVideo ? 'Incoming video call' : 'Incoming voice call'}>
      <RingButton
        label="Decline"
        look="end"
        icon={<PhoneOff {...icon} />}
        onClick={() => {
          askToNotify();
          dispatchCall({ name: 'reject' });
        }}
      />
      <RingButton
        label="Accept audio-only"
        look={isVideo ? 'plain' : 'accept'}
        icon={<Phone {...icon} />}
        onClick={() => answer('audio')}
      />
      <RingButton
        label="Accept with video"
        look={isVideo ? 'accept' : 'plain'}
        icon={<Video {...icon} />}
        onClick={() => answer('video')}
      />
    </RingDialog>
  );
}
