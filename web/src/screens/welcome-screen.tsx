import { Welcome } from '../features/welcome/welcome.tsx';

export function WelcomeScreen() {
  return <Welcome />;
}
