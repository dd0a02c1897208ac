import type { Persona } from '../persona.ts';

export const bao: Persona = {
  username: 'bao_lin',
  fullName: '林寶玉 Lin Bao-yu',
  bio: 'Bread in a city that prefers rice. Tainan. One oven, one stubborn starter called 阿姨.',
  joined: 236,
  interests: ['bread', 'cooking', 'ceramics'],
  posts: [
    { text: '阿姨今天不想動。我也不想。我們都在等天氣變暖。' },
    {
      text: 'The starter climbed out of the jar in the night and reached the cookbooks. It stopped at “Patisserie”. It has ambitions.',
      isLoved: true,
      replies: [
        { by: 'amara_okafor', text: 'Charge it rent.' },
        { by: 'wren_ashdown', text: 'At least it reads.' },
      ],
    },
    {
      text: 'A loaf for the tofu maker, tofu for me, every morning at 5:30 over the wall. In four years we’ve spoken perhaps twenty words. I would walk into the sea for her.',
      isLoved: true,
      replies: [{ by: 'sanna_leh', text: 'Twenty words! What a chatterbox.' }],
    },
    {
      text: 'Crumb too tight, crust too dark, eaten in four minutes. The customers do not read the same books as me.',
    },
    {
      text: 'Sourdough for beginners, in three lines:\nFeed it when you eat.\nBake when it’s hungry.\nForgive both of you. #Bread',
      isLoved: true,
      replies: [
        { by: 'fionnuala_k', text: 'Forgiving’s going grand. Baking less so.' },
        { by: 'bao_lin', text: 'Hotter oven. Always hotter than you dare.' },
      ],
    },
    {
      text: 'Tried baking with sweet potato, black sesame, and my brother’s advice. Two of the three worked.',
      replies: [{ by: 'minh_chau', text: 'Tell your brother we’re all on your side.' }],
    },
    {
      text: '有位老先生每天來買半條麵包。今天買一整條。「孫子回來了。」',
      isLoved: true,
      replies: [{ by: 'hyejin_noh', text: '아… 좋다.' }],
    },
    {
      text: 'Oven door cracked. Baked with my back against it for an hour. Half baker, half hinge. #Bread',
      replies: [
        { by: 'noa_clay', text: 'Kiln people salute you.' },
        { by: 'lena_brandt', text: 'Send me the model number!' },
      ],
    },
    {
      text: 'Soup needs bread more than bread needs soup. I said what I said. #SoupNight',
      hoursAgo: 9,
      isLoved: true,
      replies: [{ by: 'amara_okafor', text: 'Careful. I have a list and a fridge.' }],
    },
  ],
};
