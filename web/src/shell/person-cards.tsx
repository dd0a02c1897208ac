import { MessageIconButton } from '../features/chat/window/message-button.tsx';
import { PersonHoverCards as Cards } from '../features/users/hover-card/person-hover-cards.tsx';

/** The hover cards of people on every page, with a button that opens the chat. */
export function PersonHoverCards() {
  return <Cards actions={(person) => <MessageIconButton person={person} />} />;
}
