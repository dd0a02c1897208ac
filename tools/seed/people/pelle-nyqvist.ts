import type { Persona } from '../persona.ts';

export const pelle: Persona = {
  username: 'pelle_nyqvist',
  fullName: 'Pelle Nyqvist',
  bio: 'Owner of a 1936 wooden sloop, or the other way round. Göteborg. Varnish in the hair.',
  joined: 310,
  interests: ['sailing', 'wood', 'weather', 'trains'],
  posts: [
    {
      text: 'Boat maths: one metre longer is twice the varnish, three times the money, and the same number of biscuits.',
      isLoved: true,
      replies: [{ by: 'fionnuala_k', text: 'Never the same number of biscuits.' }],
    },
    { text: 'Tolv lager lack. Det trettonde är för mitt eget samvete.' },
    {
      text: 'Found a coin under the mast step, 1936, as tradition wants it. Put it back and added one of ours, so that in ninety years somebody can also crouch there with a torch and be moved.',
      isLoved: true,
      replies: [
        {
          by: 'kwame_boadi',
          text: 'I put one under the seat of every tenth chair. Nobody has found one yet that I know of.',
          replies: [
            { by: 'noa_clay', text: 'And now two hundred people are turning chairs over.' },
          ],
        },
      ],
    },
    { text: 'A wooden boat is a way of turning weekends into smells. #Sailing' },
    {
      text: 'Leak found. It was behind the place I fixed because of the leak.',
      replies: [{ by: 'otto_feldmann', text: 'Bei Orgeln genauso. Nur staubiger.' }],
    },
    {
      hoursAgo: 14 * 24,
      text: 'Read the tide tables of 1911 aloud at dinner. Was asked to stop. Continued in my head. It peaks nicely around August. @ines_alvarado understands.',
      replies: [{ by: 'ines_alvarado', text: 'I cried at the neaps.' }],
    },
    {
      text: 'First sail with my niece at the tiller. She is five, held one course for nine minutes, and then announced that she’d now like to be driven home.',
      isLoved: true,
    },
    { text: 'Wind against tide, tea against shirt.' },
    {
      text: 'Boat bench: cockpit, port side, oak, 1936, worn into two hollows. I fit the left one. The right one isn’t mine, and nobody sits there but my wife. #BenchCount',
      hoursAgo: 10,
      isLoved: true,
      replies: [
        { by: 'mateus_figueira', text: 'Criterion four, passed with distinction.' },
        { by: 'grace_whitlock', text: 'Well, that’s me gone.' },
      ],
    },
  ],
};
