plugins {
    java
}

repositories {
    // Where `mvn install` puts OperatorKit.
    mavenLocal()
    mavenCentral()
}

dependencies {
    val operatorkit = platform("dev.operatorkit:operatorkit-bom:0.1.0-SNAPSHOT")

    implementation(operatorkit)
    implementation("dev.operatorkit:sdk-client")
    implementation("dev.operatorkit:sdk-wallet-server")

    testImplementation(operatorkit)
    testImplementation("dev.operatorkit:sdk-client-testkit")
    testImplementation("dev.operatorkit:sdk-wallet-testkit")
    testImplementation("dev.operatorkit:provider-simulator-junit")
    testImplementation(platform("org.junit:junit-bom:6.1.3"))
    testImplementation("org.junit.jupiter:junit-jupiter")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.withType<JavaCompile>().configureEach {
    // The SDKs ask for 17; the simulator, here in the tests, for 21.
    options.release = 21
    options.encoding = "UTF-8"
}

tasks.test {
    useJUnitPlatform()
}
