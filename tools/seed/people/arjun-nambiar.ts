import type { Persona } from '../persona.ts';

export const arjun: Persona = {
  username: 'arjun_nambiar',
  fullName: 'Arjun Nambiar',
  bio: 'Kochi. A homemade telescope on a roof with too many water tanks. Statistics to pay for mirrors.',
  joined: 213,
  interests: ['sky', 'maths', 'film'],
  posts: [
    {
      text: 'Clouds. For those keeping count, that is 19 nights of the last 22. I have become an expert on the undersides of clouds. #Sky',
      replies: [{ by: 'ailsa_macrae', text: 'Nineteen? Amateur.' }],
    },
    {
      text: 'Saturn through a 20 cm mirror that I ground myself, for fourteen months, on the kitchen table. The auntie from the second floor looked for a long time and said: “It’s wearing its hat.” #Sky',
      isLoved: true,
      replies: [
        { by: 'kavita_joshi', text: 'Accept no other description.' },
        { by: 'seun_bako', text: 'Using this in class tomorrow, with credit to the auntie.' },
      ],
    },
    {
      text: 'Light pollution survey of my lane: 14 lamps, of which 3 light the lane, 9 light the undersides of coconut palms and 2 light each other.',
      isLoved: true,
      replies: [{ by: 'mateus_figueira', text: 'A man after my own notebook.' }],
    },
    {
      text: 'The chart for the benches: I normalised by people, then by people over 65, and then I stopped, because I got angry.',
      replies: [{ by: 'mateus_figueira', text: 'Take a break. On a bench. If you can find one.' }],
    },
    {
      text: 'My son asked whether the stars are “on” in the daytime. Yes. We’re just dazzled by the neighbour.',
      isLoved: true,
    },
    { text: 'A mean is what you get when you let everybody speak at once.' },
    {
      text: 'Power cut across the whole quarter at 9. Forty people on the roof within ten minutes. We passed the telescope’s stool along the line. Someone brought banana chips. Nobody wanted the lights back.',
      isLoved: true,
      replies: [
        { by: 'kavita_joshi', text: 'Power cuts: the best teaching material we have.' },
        { by: 'yegor_lapin', text: 'И эфир, наверное, был чистый.' },
        { by: 'leilani_kahale', text: 'Bring this back on purpose, once a month.' },
      ],
    },
    {
      text: 'Method and data, so that somebody can tell me where I’m wrong: https://roof.example.org/bench-data',
      hoursAgo: 28,
      replies: [
        { by: 'elio_rossetti', text: 'Row 31 is counted twice. Otherwise I agree, with anger.' },
        { by: 'arjun_nambiar', text: 'Fixed, thank you! It was the hairdresser’s.' },
      ],
    },
  ],
};
