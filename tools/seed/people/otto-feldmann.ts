import type { Persona } from '../persona.ts';

export const otto: Persona = {
  username: 'otto_feldmann',
  fullName: 'Otto Feldmann',
  bio: 'Klavierstimmer in Graz, seit 1979. Ich höre, wenn Sie gelogen haben, wann zuletzt gestimmt wurde.',
  joined: 124,
  interests: ['synths', 'repair', 'sound', 'wood'],
  posts: [
    {
      text: 'Im Flügel der Musikschule gefunden: drei Bleistifte, ein Löffel, ein Liebesbrief (1994, unbeantwortet). Den Löffel haben sie zurück.',
      isLoved: true,
      replies: [
        {
          by: 'lena_brandt',
          text: 'Und der Brief?',
          replies: [
            {
              by: 'otto_feldmann',
              text: 'Liegt wieder unter dem hohen C. Dort hat sie ihn offenbar hingelegt.',
            },
          ],
        },
      ],
    },
    {
      text: 'A piano is never in tune. It’s only out of tune in a way that you agree to.',
      isLoved: true,
      replies: [{ by: 'hyejin_noh', text: 'Temperament as a social contract. Yes.' }],
    },
    { text: 'Die Katze ging über die Tasten. Kein schlechter Übergang.' },
    {
      text: 'Customer: “It only needs a little.” The piano has been next to a radiator since the moon landing.',
      replies: [{ by: 'lena_brandt', text: '“It only needs a fuse.”' }],
    },
    {
      text: 'Ich stimme ein Klavier im vierten Stock. Unten im Hof bleibt jemand stehen und wartet auf den nächsten Ton. Wir kennen uns nicht. Wir arbeiten seit einer Stunde zusammen.',
      isLoved: true,
      replies: [{ by: 'farida_books', text: 'Das ist ein Gedicht, Herr Feldmann.' }],
    },
    {
      text: 'The zither has three strings left and a crack, and its owner has ninety-one years and no hurry. We’ll do it properly. #RepairCafe',
      hoursAgo: 3,
      isLoved: true,
      replies: [
        {
          by: 'lena_brandt',
          text: 'He’s asleep on the beer-crate bench. We put a blanket on both of them.',
        },
      ],
    },
  ],
};
