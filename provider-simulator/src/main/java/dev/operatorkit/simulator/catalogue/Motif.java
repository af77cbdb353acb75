package dev.operatorkit.simulator.catalogue;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Draws the motif of a picture, within 120 units around the origin; {@code @} is the hue opposite to the sky's. */
enum Motif {
    CHERRIES("cherry|orchard|lemon|berry|melon|fruit", """
        <path d="M-40 40C-36-20 0-70 50-96M44 46C44-10 46-60 50-96" fill="none" stroke="#5fa845" stroke-width="8"/>\
        <path d="M50-96c30-26 62-16 70-2-26 16-50 16-70 2z" fill="#7cc95e"/>\
        <circle cx="-44" cy="66" r="44" fill="#e2334b"/><circle cx="44" cy="72" r="44" fill="#c81f3a"/>\
        <circle cx="-58" cy="50" r="11" fill="#fff" fill-opacity=".65"/>\
        <circle cx="30" cy="56" r="11" fill="#fff" fill-opacity=".65"/>\
        """),
    GEM("ruby|emerald|sapphire|diamond|amber|gem|mine", """
        <path d="M-70-80H70L112-24 0 108-112-24z" fill="hsl(@ 85% 55%)"/>\
        <path d="M-70-80-36-24 0 108-112-24z" fill="hsl(@ 85% 42%)"/><path d="M-36-24H36L0 108z" fill="hsl(@ 90% 66%)"/>\
        <path d="M-70-80-36-24H36L70-80z" fill="hsl(@ 95% 78%)"/><path d="M-70-80-36-24-112-24z" fill="hsl(@ 90% 62%)"/>\
        """),
    PYRAMID("pharaoh|sphinx|pyramid|desert|scarab", """
        <circle cx="56" cy="-66" r="34" fill="#ffd86b"/><path d="M0-84 124 92H-124z" fill="#d9a441"/>\
        <path d="M0-84 124 92H24z" fill="#a87424"/>\
        <path d="M-92 46H92M-60 0H60M-30-42H30" stroke="#7a5216" stroke-width="4" stroke-opacity=".55"/>\
        """),
    WAVES("coral|tide|pearl|kraken|ocean|sea|bay", """
        <path d="M-120-10q30-40 60 0t60 0 60 0 60 0V110H-120z" fill="hsl(196 80% 52%)"/>\
        <path d="M-120 34q30-34 60 0t60 0 60 0 60 0V110H-120z" fill="hsl(206 82% 38%)"/>\
        <circle cy="-54" r="38" fill="#fdf6ec"/><circle cx="-13" cy="-67" r="10" fill="#fff"/>\
        <path d="M-120 72q30-28 60 0t60 0 60 0 60 0V110H-120z" fill="hsl(216 84% 26%)"/>\
        """),
    PLANET("comet|lunar|orbit|star|moon|space", """
        <circle r="66" fill="hsl(@ 65% 58%)"/><path d="M-60-26Q0 4 60-26M-66 8Q0 40 65 10" fill="none" \
        stroke="hsl(@ 65% 42%)" stroke-width="10"/><ellipse rx="118" ry="30" fill="none" stroke="#ffe3a3" \
        stroke-width="9" transform="rotate(-18)"/><path d="M-62-16A66 66 0 0 1 62-18" fill="hsl(@ 65% 64%)"/>\
        """),
    TREE("wildwood|fox|jungle|grove|forest|fern", """
        <rect x="-12" y="44" width="24" height="60" fill="#7a4b2a"/><path d="M0-112 62-24H-62z" fill="#4fae5a"/>\
        <path d="M0-72 82 24H-82z" fill="#3b954b"/><path d="M0-26 100 64H-100z" fill="#2b7c3e"/>\
        """),
    MOUNTAIN("frost|yeti|avalanche|volcano|peak|summit", """
        <path d="M-124 92-30-76 24 8 54-36 124 92z" fill="#6b7fa3"/><path d="M-30-76-66-12-40-22-26 0-8-26 2-26z" fill="#fff"/>\
        <path d="M54-36 32-4 52-12 66 4 78 6z" fill="#fff"/><circle cx="86" cy="-82" r="24" fill="#ffe08a"/>\
        """),
    CROWN("royal|crown|knight|dragon|king|banner", """
        <path d="M-104 70-118-56-54 2 0-92 54 2 118-56 104 70z" fill="#f4c542"/>\
        <rect x="-104" y="62" width="208" height="32" rx="8" fill="#d99e1e"/>\
        <circle cx="-118" cy="-62" r="13" fill="#e2334b"/><circle cy="-98" r="14" fill="#3b82f6"/>\
        <circle cx="118" cy="-62" r="13" fill="#e2334b"/><circle cy="78" r="10" fill="#fff"/>\
        """),
    SKYLINE("express|neon|city|boulevard|night", """
        <path d="M-116 96V0h44V-56h48V30h24V-100h56V-20h20V-44h40V96z" fill="hsl(@ 45% 22%)"/>\
        <path d="M-104 16h8v8h-8zm0 26h8v8h-8zM-60-40h10v10h-10zm20 0h10v10h-10zM-60-14h10v10h-10zm0 46h10v10h-10zM12-84h12v12H12z\
        m22 0h12v12H34zM12-56h12v12H12zm22 28h12v12H34zM12 20h12v12H12zM88-26h10v10H88zm0 30h10v10H88z" fill="#ffe27a"/>\
        <path d="M-120 96H120" stroke="hsl(@ 95% 62%)" stroke-width="8"/>\
        """),
    CARDS("roulette|blackjack|baccarat|poker|card|bingo", """
        <g transform="rotate(-16)"><rect x="-96" y="-84" width="116" height="166" rx="14" fill="#fff"/>\
        <path d="M-38-36c-32 30-42 42-26 58 9 9 21 6 26-4 5 10 17 13 26 4 16-16 6-28-26-58zm0 50 12 26h-24z" fill="#1f2430"/></g>\
        <g transform="rotate(14)"><rect x="-20" y="-84" width="116" height="166" rx="14" fill="#fff" stroke="#d7dbe4"/>\
        <path d="M38 44C2 14-6-2 8-16c11-10 25-5 30 6 5-11 19-16 30-6 14 14 6 30-30 60z" fill="#d62839"/></g>\
        """),
    SEVEN("", """
        <path d="M-70-92H76V-56L4 98H-46L22-44H-70z" fill="#f4c542" stroke="#fff" stroke-width="6"/>\
        """);

    private final Pattern words;
    private final String svg;

    Motif(String words, String svg) {
        this.words = Pattern.compile(words);
        this.svg = svg;
    }

    /** Returns the motif that matches the slug, or a lucky seven. */
    static Motif of(String slug) {
        return Arrays.stream(values())
                .filter(motif -> motif.words.matcher(slug).find())
                .findFirst()
                .orElse(SEVEN);
    }

    String svg() {
        return svg;
    }
}
