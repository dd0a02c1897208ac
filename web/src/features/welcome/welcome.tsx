import { InterestsStep } from './interests-step.tsx';
import { PeopleStep } from './people-step.tsx';
import { PictureStep } from './picture-step.tsx';
import { PostStep } from './post-step.tsx';
import { useStep, type Step } from './steps.ts';

const views: Record<Step, () => React.ReactNode> = {
  picture: PictureStep,
  interests: InterestsStep,
  people: PeopleStep,
  post: PostStep,
};

/** The steps after the first sign-in. The person can skip each one. */
export function Welcome() {
  const { step } = useStep();
  const View = views[step];
  return <View />;
}
