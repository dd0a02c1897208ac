import { PreviewCard } from '@base-ui/react/preview-card';
import type { Profile } from '@roost/contract/users';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useViewerId } from '../../auth/viewer.ts';
import { HoverCard } from './hover-card.tsx';
import type { CardAnchor } from './person-anchor.ts';
import { isWholeProfile, profileQuery } from '../profile/profile.query.ts';

interface PersonHoverCardProps {
  anchor: CardAnchor;
  actions: (person: Profile) => ReactNode;
  onClose: () => void;
}

/** The hover card of a person, beside their name or picture. */
export function PersonHoverCard({ anchor, actions, onClose }: PersonHoverCardProps) {
  const { data: person } = useQuery({
    ...profileQuery(anchor.username),
    // Only observes the request that started while the mouse rested. If it failed, no card opens.
    enabled: false,
  });
  const isOwn = useViewerId() === person?._id;
  if (!person || !isWholeProfile(person)) return null;
  // A press outside a dialog closes it, so its cards must be inside.
  const dialog = anchor.element.closest<HTMLElement>('[role=dialog]');
  return (
    <PreviewCard.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <PreviewCard.Portal {...(dialog && { container: dialog })}>
        <PreviewCard.Positioner
          anchor={anchor.element}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          positionMethod="fixed"
          className="z-40"
        >
          <PreviewCard.Popup data-person-card>
            <HoverCard
              user={person}
              createdAt={person.createdAt}
              isOwn={isOwn}
              actions={!isOwn && person.canMessage && actions(person)}
              onLeave={onClose}
            />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
