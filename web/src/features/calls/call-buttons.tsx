import type { CallMedia } from '@roost/contract/calls';
import { Phone, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Person } from './call-machine.ts';
import { startCall } from './place-call.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Voice and video, side by side: for the head of a chat. */
export function CallButtons({ person }: { person: Person }) {
  return (
    <>
      <IconButton label="Voice call" onClick={() => void startCall(person, 'audio')}>
        <Phone {...icon} />
      </IconButton>
      <IconButton label="Video call" onClick={() => void startCall(person, 'video')}>
        <Video {...icon} />
      </IconButton>
    </>
  );
}

/** Beside the line of a call that came to nothing. */
export function CallBack({
  person,
  media,
  isOwn,
}: {
  person: Person;
  media: CallMedia;
  isOwn: boolean;
}) {
  const Icon = media === 'video' ? Video : Phone;
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => void startCall(person, media)}
    >
      {isOwn ? 'Call again' : 'Call back'}
    </Button>
  );
}

/** Both behind one button: for a profile. */
export function CallMenu({ person }: { person: Person }): ReactNode {
  return (
    <Menu
      items={[
        {
          label: 'Voice call',
          icon: <Phone {...icon} />,
          onSelect: () => void startCall(person, 'audio'),
        },
        {
          label: 'Video call',
          icon: <Video {...icon} />,
          onSelect: () => void startCall(person, 'video'),
        },
      ]}
      trigger={
        <IconButton label="Call" className="size-10 border border-control">
          <Phone {...icon} />
        </IconButton>
      }
    />
  );
}
