import * as words from '#words/users';
import { Button } from '../../../ui/controls/button.tsx';

interface AnswerButtonsProps {
  /** The person who asks to follow the viewer. */
  person: { username: string };
  /** `button` has the focus, and disappears with the request. */
  onAnswer: (isAccepted: boolean, button: HTMLElement) => void;
}

/** The two answers to a follow request. */
export function AnswerButtons({ person, onAnswer }: AnswerButtonsProps) {
  return (
    <>
      <Button
        size="sm"
        aria-label={words.acceptPerson(person)}
        onClick={({ currentTarget }) => onAnswer(true, currentTarget)}
      >
        {words.accept}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-label={words.refusePerson(person)}
        onClick={({ currentTarget }) => onAnswer(false, currentTarget)}
      >
        {words.refuse}
      </Button>
    </>
  );
}
