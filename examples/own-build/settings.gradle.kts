rootProject.name = "casino"
