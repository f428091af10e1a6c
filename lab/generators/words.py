"""Which words do the generators draw from, and how are they inflected?

Tables only, and the four functions that inflect them: `article`, `plural`, `third` and `participles`. Words that a
frame may put in one role stand in one table: who can hold, what can be held, what can be worn, what can be stood on.
"""


def _items(text: str) -> tuple[str, ...]:
    return tuple(" ".join(item.split()) for item in text.split(",") if item.strip())


MEN = _items("""man, boy, waiter, groom, monk, king, grandfather, cowboy, fisherman, postman, prince, knight,
    schoolboy, gentleman, altar boy, stepfather, milkman, fireman, sultan, duke""")
WOMEN = _items("""woman, girl, waitress, bride, nun, queen, grandmother, actress, ballerina, princess, saleswoman,
    policewoman, bridesmaid, schoolgirl, lady, stewardess, cowgirl, duchess, stepmother, midwife""")
PEOPLE = _items("""plumber, baker, nurse, teacher, doctor, farmer, guard, tourist, cyclist, chef, painter, pilot,
    student, sailor, dancer, singer, violinist, guitarist, barber, butcher, carpenter, clown, climber, dentist,
    diver, driver, electrician, firefighter, florist, gardener, golfer, hairdresser, hiker, jogger, juggler,
    lifeguard, mechanic, miner, musician, photographer, pianist, potter, referee, runner, skater, skier, soldier,
    surfer, tailor, vendor, welder, scientist, surgeon, cashier, janitor, librarian, magician, acrobat, astronaut,
    archer, beekeeper, blacksmith, boxer, courier, fencer, porter, rower, swimmer, usher, teenager, pedestrian,
    passenger, customer, commuter, guest, neighbour, visitor, goalkeeper, drummer, cellist, conductor, engineer,
    fisher, glazier, lawyer, locksmith, paramedic, pharmacist, reporter, roofer, sculptor, shepherd, tattooist,
    trainee, umpire, vet, wrestler, zookeeper, cobbler, bricklayer, busker, candidate, curator, geologist, hunter,
    jockey""")
ANIMALS = _items("""dog, cat, horse, cow, goat, pig, donkey, rabbit, elephant, giraffe, zebra, lion, tiger, bear,
    monkey, fox, wolf, squirrel, hedgehog, otter, seal, tortoise, lizard, frog, camel, llama, kangaroo, hamster,
    mouse, kitten, puppy, foal, calf, lamb, piglet, badger, raccoon, koala, panda, alpaca, ferret, mule, ox,
    leopard, gorilla, chimpanzee, duck, hen, rooster, goose, turkey, ostrich, flamingo, pelican, peacock, beaver,
    weasel, lynx""")
# What a later mention may call them ("the bird" for a parrot).
KINDS = {
    "bird": _items("parrot, sparrow, pigeon, eagle, owl, swan, crow, gull, heron, magpie, robin, stork, cockatoo"),
    "dog": _items("poodle, beagle, terrier, labrador, dachshund, spaniel, greyhound, bulldog, whippet, collie"),
    "horse": _items("pony, stallion, mare, gelding"),
    "animal": _items("donkey, goat, tortoise, camel, hedgehog, llama, otter, lizard, fox, alpaca, squirrel, zebra"),
    "flower": _items("rose, tulip, sunflower, daisy, orchid, lily"),
    "instrument": _items("violin, cello, trumpet, accordion, banjo, clarinet, saxophone, harp"),
    "tool": _items("hammer, wrench, chisel, screwdriver, saw"),
    "book": _items("novel, dictionary, cookbook, atlas, diary"),
    "fruit": _items("pineapple, melon, mango, papaya"),
}
ANIMATE_KINDS = ("bird", "dog", "horse", "animal")
HELD_KINDS = ("flower", "instrument", "tool", "book", "fruit")
THINGS = _items("""cup, mug, balloon, book, bag, umbrella, basket, camera, phone, lantern, candle, broom, bucket,
    shovel, hammer, guitar, violin, flute, trumpet, flag, rope, ball, kite, bottle, plate, bowl, spoon, fork,
    knife, pan, kettle, teapot, jug, vase, letter, newspaper, map, magazine, envelope, parcel, suitcase,
    briefcase, wallet, key, notebook, pencil, paintbrush, comb, mirror, ladder, stick, cane, racket, frisbee,
    skateboard, surfboard, doll, puppet, teddy bear, toy car, bouquet, microphone, tablet, laptop, ticket, shell,
    feather, torch, hose, watering can, wrench, screwdriver, drill, trophy, medal, tray, pillow, blanket, towel,
    rake, axe, oar, paddle, fishing rod, net, folder, clipboard, poster, postcard, photograph, box, crate, jar,
    toolbox, lunch box, whistle, tambourine, drum, saw, pitchfork, snow globe, hourglass, compass, telescope,
    magnifying glass, trowel, ice skate""")
FOODS = _items("""apple, pear, banana, lemon, melon, pumpkin, pineapple, sandwich, carrot, baguette, pie,
    lollipop, pancake, muffin, cucumber, pretzel, peach, mango, biscuit, sausage, dumpling, bagel, waffle, radish,
    plum, croissant""")
WORN = _items("""hat, cap, scarf, jacket, coat, apron, tie, sweater, shirt, vest, helmet, backpack, watch,
    necklace, mask, raincoat, uniform, cape, cardigan, hoodie, robe, bow tie, bandana, crown, wig, belt, bracelet,
    poncho, turban, beret, blazer, tunic, sash, headband, shawl, life jacket, hard hat, hairnet, lanyard, ring,
    brooch, jumpsuit""")
WORN_PAIRS = _items("""gloves, boots, glasses, sunglasses, shoes, sandals, earrings, jeans, shorts, goggles,
    mittens, sneakers, slippers, headphones, suspenders, leggings, clogs, knee pads""")
BODY = _items("ponytail, tattoo, scar, braid, birthmark, black eye, fringe")
BEARDS = _items("beard, moustache, goatee, scar, tattoo, ponytail, birthmark")
ANIMAL_GEAR = _items("""collar, bell, harness, saddle, bridle, ribbon, muzzle, leash, halter, ear tag, name tag,
    bandana""")
# Things with a part that one of them may have and another lack.
PARTS = {
    "mug": _items("handle, lid"), "chair": _items("cushion, armrest"), "bicycle": _items("basket, bell, saddle"),
    "house": _items("chimney, balcony, porch"), "boat": _items("sail, mast, cabin, anchor"),
    "lamp": _items("shade, switch"), "door": _items("handle, window, knocker"),
    "truck": _items("bumper, trailer, roof"), "suitcase": _items("strap, lock, handle"),
    "kettle": _items("lid, spout"), "coat": _items("hood, belt, collar"), "box": _items("lid, label"),
    "bottle": _items("cork, label, cap"), "jar": _items("lid, label"), "basket": _items("handle, lid"),
    "pot": _items("lid, handle"), "window": _items("shutter, curtain"), "tower": _items("clock, flag"),
    "bus": _items("mirror, number plate"), "bed": _items("headboard, canopy, pillow"), "desk": _items("drawer, lamp"),
    "kite": _items("tail, string"), "scooter": _items("basket, windshield"), "sofa": _items("cushion, armrest"),
    "cabin": _items("chimney, porch"), "shirt": _items("collar, pocket"), "tractor": _items("roof, mirror"),
    "tent": _items("awning, window"), "wagon": _items("roof, door"), "gate": _items("lock, bell"),
    "canoe": _items("seat, motor"), "guitar": _items("strap, pickguard"), "car": _items("roof rack, spoiler"),
    "dress": _items("belt, zipper, sleeve"), "barn": _items("weathervane, loft"),
    "stroller": _items("canopy, basket"),
}  # fmt: skip
# Place and the preposition it takes.
PLACES = {
    "on": _items("""beach, street, sidewalk, bridge, platform, stage, rooftop, balcony, terrace, lawn, path, dock,
        pier, hill, staircase, playground, runway, boardwalk, riverbank, ferry, cliff, football pitch, tennis
        court"""),
    "in": _items("""meadow, park, garden, kitchen, field, courtyard, square, forest, hallway, office, library,
        museum, workshop, stadium, gym, bakery, barn, stable, greenhouse, lobby, classroom, alley, tunnel, parking
        lot, hospital, church, temple, garage, attic, cellar, vineyard, orchard, waiting room, laundry room,
        desert, warehouse, bathroom, living room, bedroom, canteen, theatre, cave, valley, village, harbour,
        hangar, backyard"""),
    "at": _items("station, market, airport, bus stop, crossing, ferry terminal, petrol station, ticket office"),
}
SURFACES = _items("""table, shelf, bench, floor, counter, desk, windowsill, rug, mat, stool, chair, sofa, bed,
    doorstep, carpet, cabinet, piano, nightstand, workbench, mantelpiece, countertop, tablecloth, picnic blanket""")
BIG = _items("""tree, fence, wall, fountain, statue, lamp post, mailbox, hedge, fire hydrant, dumpster, kiosk,
    tent, van, truck, car, bicycle, motorbike, bus, tractor, wagon, wardrobe, bookshelf, barrel, haystack, gate,
    signpost, billboard, vending machine, phone booth, swing, slide, scarecrow, snowman, windmill, lighthouse,
    tower, wheelbarrow, scooter, shopping cart, palm tree, well, totem pole, flagpole, water tank, trailer,
    rickshaw, sled, pillar, greenhouse""")
VEHICLES = _items(
    "bus, tram, truck, van, taxi, car, fire engine, motorbike, tractor, train, boat, kart, scooter, minibus"
)
WRITTEN = _items("sign, banner, poster, billboard, placard, sticker, chalkboard, plaque, label, notice, flyer, card")
TALL = _items("""statue, tree, fence, wall, tower, flagpole, ladder, lighthouse, snowman, windmill, totem pole,
    crane, cactus""")
BANNED = _items("parking, smoking, swimming, fishing, entry, cycling, diving, photography, camping, dogs")
HEAVY = _items(
    "suitcase, pumpkin, parcel, toolbox, dumbbell, watermelon, salmon, backpack, crate, turkey, stone, rucksack"
)
LIVESTOCK = _items("cow, goat, pig, calf, lamb, donkey, ox, mule, ewe, heifer")
TRAINS = _items("train, tram, commuter train, freight train, express train, steam train, night train")
RACERS = _items("car, kart, motorbike, sled, truck, runner, rider, cyclist, skier, canoe, rower")
GRAINS = _items("rice, flour, sugar, cement, wheat, sand, lentils, oats, charcoal, salt")
SCENERY = _items(
    "mountains, clouds, skyscrapers, trees, hills, cranes, chimneys, houses, tents, sailboats, wind turbines"
)
# What comes in which container, and the preposition between them.
CONTAINERS = {
    "bowl": ("in", _items("soup, rice, cereal, porridge, salad, popcorn, noodles, lentils")),
    "cup": ("in", _items("tea, coffee, cocoa, broth")), "glass": ("in", _items("wine, milk, water, lemonade, juice")),
    "plate": ("on", _items("pasta, cheese, fruit, rice, sushi")),
    "bag": ("in", _items("flour, rice, sugar, cement, soil")),
    "bottle": ("in", _items("water, wine, vinegar, olive oil")),
    "jar": ("in", _items("honey, jam, pickles, mustard")),
    "basket": ("in", _items("bread, apples, eggs, laundry, cherries")),
    "box": ("in", _items("nails, crayons, tea bags")), "crate": ("in", _items("oranges, tomatoes, potatoes, onions")),
    "bucket": ("in", _items("sand, paint, coal, ice")), "sack": ("in", _items("potatoes, grain, charcoal, wheat")),
    "tray": ("on", _items("cupcakes, cookies, sandwiches")), "can": ("in", _items("paint, beans, soda")),
    "jug": ("in", _items("milk, water, cider, lemonade")),
}  # fmt: skip
PORTIONS = {
    "slice": _items("bread, pizza, cake, cheese, ham, melon, toast"),
    "piece": _items("cake, cheese, bread, fudge, pie"), "chunk": _items("chocolate, cheese, pineapple, bread"),
    "wedge": _items("lemon, cheese, lime, melon"),
}  # fmt: skip

COLOURS = _items("""red, blue, green, yellow, orange, purple, pink, brown, black, white, grey, golden, silver,
    turquoise, beige, maroon, light blue, dark green, dark brown, pale yellow, crimson, violet, cream, light grey""")
SIZES = _items("small, large, big, tiny, huge, enormous")
CONDITIONS = _items("""old, new, dirty, clean, shiny, dusty, striped, faded, wet, broken, scratched, dented,
    antique, colourful, plain, worn, dotted, heavy, battered""")
HUMAN = _items("""tall, short, young, old, elderly, smiling, blond, red-haired, curly-haired, tired, barefoot,
    slim, muscular, tattooed, freckled, bald, sunburnt, grey-haired, nervous, cheerful, sleepy""")
BESTIAL = _items("""brown, black, white, grey, spotted, fluffy, small, large, old, young, wet, muddy, sleepy,
    skinny, fat, shaggy, tan, playful, hungry, wild, tame, lame""")
LOCAL = _items("sunny, small, large, old, narrow, dark, quiet, dimly lit, neglected")
FABRIC = _items("torn, wet, new, striped, dotted, stained, muddy, checked, old, embroidered, patched")
GRAND = _items("""small, large, big, huge, old, new, dirty, dusty, colourful, red, blue, green, yellow, brown,
    black, white, grey, pink, orange, weathered""")
CHECKED = _items("broken, clean, dirty, wet, dry, new, dusty, damaged, old, shiny, worn, stained")

# Verbs by what they take; the first word is inflected ("pick up").
HOLD = _items("""hold, carry, lift, clutch, grip, drop, examine, photograph, polish, clean, swing, hide, balance,
    admire, sketch, inspect, touch, raise, unwrap, wash, pick up, drag, repair, shake, squeeze, study, grab, wipe,
    fix, draw, decorate, steady, lower, wield, pack, weigh, measure, hold up, put down, guard""")
EAT = _items("eat, peel, slice, bite, share, smell, wash, nibble, taste, cut, hold, swallow, devour, chop")
GREET = _items("""hug, kiss, help, photograph, greet, push, comfort, tickle, follow, watch, interview, film, lead,
    guide, embrace, applaud, salute, sketch, examine, scold, face, pat, support, congratulate, console, escort,
    welcome""")
TEND = _items(
    "pet, stroke, groom, brush, wash, lead, photograph, cuddle, follow, examine, feed, guide, pat, bathe, train"
)
CHASE = _items("chase, follow, lick, sniff, nudge, watch, bump, circle, groom, scratch, approach, bite, guard")
LOOK = _items("""look at, point at, smile at, wave at, stare at, wink at, laugh at, glance at, shout at, gaze at,
    nod at, lean towards, run towards, walk towards, bow to, turn to, talk to, whisper to, listen to""")
GAZE = _items(
    "look at, point at, stare at, glance at, gaze at, walk towards, reach for, lean towards, point to, frown at"
)
PEER = _items(
    "look at, stare at, run towards, sniff at, growl at, walk towards, lean towards, jump over, lie near, sit near"
)
POSE = _items("""sit, stand, wait, walk, run, rest, kneel, crouch, lie, jump, play, pose, squat, hide, wander,
    linger""")
ROAM = _items("stand, sit, lie, walk, run, rest, play, wait, jump, wander, hide")
LIE = _items("lie, sit, stand, rest")
DO = _items("""smile, laugh, yawn, sing, cry, sleep, whistle, dance, sneeze, shout, frown, blush, shiver, clap,
    grin, cough, hum, giggle, snore, pray, stretch, sweat, talk, tremble, doze, weep, gesture, meditate""")
DOZE = _items(
    "sleep, yawn, doze, stretch, rest, blink, shiver, drink, eat, jump, limp, howl, graze, play, swim, scratch"
)
GIVE = _items("hand, give, show, pass, throw, offer, bring, toss, lend, sell, send")
DO_FOR = _items(
    "hold, carry, buy, fetch, draw, clean, choose, repair, wrap, paint, find, decorate, pack, polish, guard"
)

IRREGULAR_PLURALS = {
    "man": "men", "woman": "women", "fisherman": "fishermen", "postman": "postmen", "gentleman": "gentlemen",
    "milkman": "milkmen", "fireman": "firemen", "saleswoman": "saleswomen", "policewoman": "policewomen",
    "midwife": "midwives", "mouse": "mice", "goose": "geese", "ox": "oxen", "wolf": "wolves", "calf": "calves",
    "knife": "knives", "shelf": "shelves", "bookshelf": "bookshelves", "scarf": "scarves", "snowman": "snowmen",
    "mango": "mangoes",
}  # fmt: skip
# The past participle; regular verbs are not named.
IRREGULAR_VERBS = {
    "hold": "held", "swing": "swung", "hide": "hidden", "draw": "drawn", "bite": "bitten", "eat": "eaten",
    "lead": "led", "feed": "fed", "run": "run", "sit": "sat", "stand": "stood", "sleep": "slept", "kneel": "knelt",
    "lie": "lain", "sing": "sung", "give": "given", "show": "shown", "throw": "thrown", "bring": "brought",
    "lend": "lent", "sell": "sold", "send": "sent", "buy": "bought", "find": "found", "wear": "worn", "cut": "cut",
    "put": "put", "swim": "swum", "drink": "drunk", "weep": "wept", "choose": "chosen", "shake": "shaken",
}  # fmt: skip
DOUBLED = _items("""drag, drop, grip, grab, hug, pat, hum, clap, wrap, unwrap, chop, pet, sit, run, cut, put, swim,
    grin, nod, squat""")

FIRST_MEN = _items("""Jerzy, Ángel, Kwame, Haruto, Luís, Mehmet, Søren, Rajesh, Tomás, Oleksandr, Pádraig, Nikola,
    Chidi, Björn, Émile, Farid, Giorgos, Hélio, Ivo, János, Kofi, László, Matteo, Nguyen, Ömer, Paolo, Rafał,
    Stefan, Thabo, Václav, Wei, Yusuf, Zoltán, André, Bilal, Cristóbal, Dmytro, Emeka, Fionn, Gonçalo, Henrik,
    Ibrahim, Joaquín, Kenji, Mamadou, Niall, Otto, Pablo, Said, Tariq, Jerry, Peter, Samuel, Arjun, Tevita, Wiremu""")
FIRST_WOMEN = _items("""Zoë, Ingrid, Amara, Yūko, Beatriz, Ayşe, Siân, Priya, Lucía, Oksana, Gráinne, Milica,
    Ngozi, Åsa, Chloé, Farah, Eleni, Inês, Katarzyna, Réka, Abena, Zsófia, Giulia, Linh, Elif, Paola, Małgorzata,
    Anja, Thandi, Eliška, Xia, Mariam, Ilona, Noémie, Halima, Pilar, Yulia, Ifeoma, Saoirse, Leonor, Astrid,
    Fatoumata, Ximena, Sakura, Aminata, Niamh, Greta, Rosa, Leila, Nadia, Anna, Maria, Ruth, Kavita, Mele, Aroha""")
FAMILIES = _items("""Brandt, Nowak, Ortega, Mensah, Tanaka, Oliveira, Yılmaz, Kjær, Iyer, Núñez, Shevchenko,
    O'Connor, Petrović, Okafor, Lindström, Dubois, Haddad, Papadakis, Ferreira, Novák, Szabó, Asante, Kovács,
    Rossi, Trần, Öztürk, Bianchi, Wiśniewicz, Keller, Dlamini, Dvořák, Zhang, Diallo, Horváth, Lefèvre, Abdi,
    Quiroga, Bondarenko, Eze, Murphy, Carvalho, Jørgensen, Sow, Castañeda, Sato, Traoré, Byrne, Weiss, Peña,
    al-Balushi, Rahman, Smith, Walker, Reddy, Fifita, Parata, Mac Giolla, van Dijk, Räsänen, Eldjárn, Bērziņš,
    Tamm, Kazlauskas, Ivanenko, Popescu""")
# Office, rank, honour, church, kin: they stay in the name.
TITLES = {
    "President": "president", "Prime Minister": "prime minister", "Chancellor": "chancellor", "Senator": "senator",
    "Mayor": "mayor", "Judge": "judge", "Governor": "governor", "Gen.": "general", "Dr.": "doctor",
    "Foreign Minister": "minister", "Sgt.": "sergeant", "Bishop": "bishop", "Ambassador": "ambassador",
    "Finance Minister": "minister", "Professor": "professor", "Capt.": "captain", "Health Minister": "minister",
    "Col.": "colonel", "Deputy Mayor": "deputy mayor",
}  # fmt: skip
JOBS = _items("""striker, goalkeeper, midfielder, climber, violinist, sculptor, farmer, teacher, biologist,
    novelist, firefighter, nurse, photographer, engineer, architect, chef, sprinter, swimmer, curator, geologist,
    activist, baker, beekeeper, carpenter, cyclist, designer, economist, historian, journalist, lawyer, miner,
    painter, pianist, poet, rower, skier, surgeon, tenor, welder, astronaut, boxer, drummer, fencer, gymnast,
    referee, shepherd, vet""")
KIN = {
    "m": _items("brother, son, father, husband, uncle, nephew, grandson, cousin, colleague, lawyer, coach"),
    "f": _items("""sister, daughter, mother, wife, aunt, niece, granddaughter, cousin, colleague, lawyer, coach"""),
}  # fmt: skip
NATIONS = _items("""Kenyan, Polish, Brazilian, Japanese, Norwegian, Ghanaian, Turkish, Indian, Mexican, Ukrainian,
    Irish, Serbian, Nigerian, Swedish, French, Moroccan, Greek, Portuguese, Czech, Hungarian, Vietnamese, Italian,
    German, South African, Chinese, Senegalese, Peruvian, Canadian, Estonian, Icelandic, Finnish, Tongan,
    Egyptian, Chilean""")
CITIES = {
    "Kraków": "Poland", "Nairobi": "Kenya", "São Paulo": "Brazil", "Osaka": "Japan", "Bergen": "Norway",
    "Accra": "Ghana", "Eskişehir": "Turkey", "Pune": "India", "Oaxaca": "Mexico", "Lviv": "Ukraine",
    "Galway": "Ireland", "Novi Sad": "Serbia", "Lagos": "Nigeria", "Malmö": "Sweden", "Lyon": "France",
    "Fez": "Morocco", "Patras": "Greece", "Coimbra": "Portugal", "Brno": "Czech Republic", "Szeged": "Hungary",
    "Huế": "Vietnam", "Turin": "Italy", "Leipzig": "Germany", "Durban": "South Africa", "Chengdu": "China",
    "Dakar": "Senegal", "Cusco": "Peru", "Halifax": "Canada", "Tartu": "Estonia", "Reykjavík": "Iceland",
    "Tampere": "Finland", "Nuku'alofa": "Tonga", "Aswan": "Egypt", "Valparaíso": "Chile", "Zürich": "Switzerland",
    "Quito": "Ecuador",
}  # fmt: skip
VENUES = _items("""city hall, courthouse, central station, town square, harbour, airport, football stadium,
    university, opera house, fish market, military base, children's hospital, parliament building, botanical
    garden""")
EVENTS = _items("""ceremony, press conference, concert, rally, training session, parade, wedding, memorial
    service, festival, rehearsal, book fair, charity run, power cut, chess tournament""")
ORGANISATIONS = _items("""Red Crescent, Médecins du Désert, Baltic Rescue, Harbour Trust, Green Valley Foundation,
    Astana Tigers, Malmö Rowing Club, Andes Airlines, Kivu Radio, Nordlys Orchestra, Porto Athletic, Lagos Lions,
    Unity Party, Teachers' Union, Alpine Club, Bengal Steel, Civic Forum, Ocean Watch, Sahel Relief, Danube Bank""")
PHRASES = _items("""no entry, best dad, open late, happy birthday mia, keep off the grass, fresh fish, wet paint,
    out of order, sold out, welcome home, back in 5 minutes, push, pull, exit, cash only, please knock, beware of
    the dog, free hugs, just married, staff only, no smoking, save the bees, garage sale, room 12, lost cat,
    closed on mondays, mind the gap, hot drinks, do not touch, thank you nurses, stop the war, vote today, no
    parking, one way, taxi, platform 9, made in peru, café lumière, bäckerei huber, world's okayest golfer, road
    closed, ring bell, coach class, speed limit 30, honey 4 euros, quiet please, lunch break, we love you grandma,
    good vibes, on air, fragile, this side up, do not disturb, first aid, low battery, game over, mum's taxi,
    jesus saves, no fishing""")
OFFICES = _items("President, Prime Minister, Chancellor, Senator, Mayor, Governor, Foreign Minister, Ambassador")
COMMANDS = _items("""pay now, sign in, buy tickets, add to cart, try again, delete account, next, send, log out,
    continue, cancel, save changes, go back, download, subscribe, play again, skip intro, ok, accept all, help,
    submit, book a table, start""")
NUMBERS = _items("zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve")
PREPOSITIONS = {
    "next to": "next to", "beside": "beside", "near": "near", "behind": "behind", "in front of": "in front of",
    "to the left of": "to left of", "to the right of": "to right of", "close to": "close to",
}  # fmt: skip


def article(phrase: str) -> str:
    """The indefinite article of a phrase: "an" before the sound of a vowel."""
    lowered = phrase.lower()
    if lowered.startswith(("uni", "euro", "one", "use", "ukul", "u-")):
        return "a"
    if lowered.startswith(("hour", "honest", "heir", "8")) or lowered in {"11", "18"}:
        return "an"
    return "an" if lowered[0] in "aeiou" else "a"


def plural(noun: str) -> str:
    """The plural of a noun, of its last word when it has several."""
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def third(verb: str) -> str:
    """The third person of the present: "picks up"."""
    head, space, rest = verb.partition(" ")
    if head.endswith(("s", "x", "ch", "sh", "o")):
        head += "es"
    elif head.endswith("y") and head[-2] not in "aeiou":
        head = head[:-1] + "ies"
    else:
        head += "s"
    return head + space + rest


def participles(verb: str) -> tuple[str, str]:
    """The present participle and the past participle."""
    head, space, rest = verb.partition(" ")
    if head.endswith("ie"):
        ing = head[:-2] + "ying"
    elif head.endswith("e") and not head.endswith(("ee", "ye", "oe")):
        ing = head[:-1] + "ing"
    else:
        ing = (head + head[-1] if head in DOUBLED else head) + "ing"
    if head in IRREGULAR_VERBS:
        done = IRREGULAR_VERBS[head]
    elif head.endswith("e"):
        done = head + "d"
    elif head.endswith("y") and head[-2] not in "aeiou":
        done = head[:-1] + "ied"
    else:
        done = (head + head[-1] if head in DOUBLED else head) + "ed"
    return ing + space + rest, done + space + rest
