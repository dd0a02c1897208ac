import * as words from '#words/calls';
import type { CallMedia } from '@roost/contract/calls';
import { Phone, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { Person } from './call-machine.ts';
import { startCall } from './place-call.ts';

/** Buttons for voice and video calls, for the header of a chat. */
export function CallButtons({ person }: { person: Person }) {
  return (
    <>
      <IconButton label={words.voiceCall} onClick={() => void startCall(person, 'audio')}>
        <Phone />
      </IconButton>
      <IconButton label={words.videoCall} onClick={() => void startCall(person, 'video')}>
        <Video />
      </IconButton>
    </>
  );
}

/** A button that calls back, for the row of an unanswered call. */
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
      icon={<Icon size={16} />}
      onClick={() => void startCall(person, media)}
    >
      {isOwn ? words.callAgain : words.callBack}
    </Button>
  );
}

/** A menu with voice and video calls, for a profile. */
export function CallMenu({ person }: { person: Person }): ReactNode {
  return (
    <Menu
      items={[
        {
          label: words.voiceCall,
          icon: <Phone />,
          onSelect: () => void startCall(person, 'audio'),
        },
        {
          label: words.videoCall,
          icon: <Video />,
          onSelect: () => void startCall(person, 'video'),
        },
      ]}
      trigger={
        <IconButton label={words.call} className="size-10 border border-control">
          <Phone />
        </IconButton>
      }
    />
  );
}
