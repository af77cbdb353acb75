rootProject.name = "casino-in-kotlin"
