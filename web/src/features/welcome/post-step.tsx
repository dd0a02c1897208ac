import * as words from '#words/welcome';
import { PostComposer } from '../posts/create/post-composer.tsx';
import { StepFrame } from './step-frame.tsx';
import { leave } from './steps.ts';

/** The last step: a first post. Its draft stays if the person leaves. */
export function PostStep() {
  return (
    <StepFrame title={words.sayHello} text={words.firstPost} isDone={false}>
      <div className="border-line max-md:-mx-4 max-md:border-y max-md:px-4 max-md:py-4 md:rounded-card md:border md:p-4">
        <PostComposer onSent={leave} />
      </div>
    </StepFrame>
  );
}
